"""The example of a web service: its answers are those of a session in one process."""

import importlib.util
import os
import time
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from ifc2f import IFC2FClassifier, Model, Session

fastapi = pytest.importorskip("fastapi", reason="fastapi is not installed: pip install ifc2f[service]")
pytest.importorskip("httpx", reason="httpx is not installed: pip install ifc2f[service]")

pytestmark = pytest.mark.filterwarnings("ignore:Using .httpx. with .starlette.testclient. is deprecated")
APP = Path(__file__).resolve().parents[2] / "docs" / "service" / "app.py"


@pytest.fixture(scope="module")
def model() -> Model:
    rng = np.random.default_rng(0)
    ill = rng.random(400) < 0.3
    X = pd.DataFrame({"fever": 37 + ill + rng.normal(0, 0.6, 400), "crp": 9 * ill + rng.gamma(2, 5, 400)})
    X["cough"] = np.where(rng.random(400) < 0.2 + 0.5 * ill, "yes", "no")
    return IFC2FClassifier(0.001, policy="ordered").fit(X, np.where(ill, "ill", "well")).model_


@pytest.fixture
def client(model):
    from fastapi.testclient import TestClient

    spec = importlib.util.spec_from_file_location("service_app", APP)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return TestClient(module.service(model))


VALUES = {"fever": 37.4, "crp": 14.0, "cough": None}


def test_a_case_over_requests_is_a_session(client, model):
    told = client.post("/cases").json()
    session = Session(model)
    case = told["case"]
    while told["next"] is not None:
        feature = told["next"]
        assert feature == model.feature_names[session.next()]
        if VALUES[feature] is None:
            session.missing(feature)
        else:
            session.answer(feature, VALUES[feature])
        told = client.put(f"/cases/{case}/answers/{feature}", json={"value": VALUES[feature]}).json()
        assert told["posterior"] == dict(zip(model.classes, session.posterior.tolist(), strict=True))
        assert (told["cost"], told["decision"]) == (session.cost, session.decide())
    assert session.next() is None
    assert client.get(f"/cases/{case}").json() == told
    why = client.get(f"/cases/{case}/explanation").json()
    assert {each["name"] for each in why["evidence"]} == {
        model.feature_names[k] for k in range(3) if isinstance(session.state(k), int)
    }
    first = why["evidence"][0]["name"]
    session.retract(first)
    told = client.delete(f"/cases/{case}/answers/{first}").json()
    assert list(told["posterior"].values()) == session.posterior.tolist()


def test_bad_requests_are_told_and_change_nothing(client):
    before = client.post("/cases").json()
    at = f"/cases/{before['case']}/answers"
    for path, value, status, said in [
        (f"{at}/cough", "maybe", 422, "'maybe' is not one of its categories"),
        (f"{at}/fever", "high", 422, "fever"),
        (f"{at}/pulse", 70, 404, "no feature 'pulse'"),
        (f"{at}/fever", [1], 422, "fever"),
        ("/cases/x/answers/fever", 38, 404, "no such case"),
    ]:
        found = client.put(path, json={"value": value})
        assert found.status_code == status, found.text
        assert said in found.text or value == [1]
    assert client.put(f"{at}/fever", content=b"{").status_code == 422
    assert client.get(f"/cases/{before['case']}").json() == before


def test_what_an_answer_takes(client, model):
    """Set SERVICE_REQUESTS to a few hundred for a figure that is worth reading."""
    n_requests = int(os.environ.get("SERVICE_REQUESTS", "3"))
    case = client.post("/cases").json()["case"]
    session = Session(model)
    session.answer("fever", 37.4)

    def over_http() -> None:
        told = client.put(f"/cases/{case}/answers/fever", json={"value": 37.4}).json()
        assert told["posterior"]["ill"] == session.posterior[0]

    def as_bytes() -> None:
        assert Session.resume(model, session.to_bytes()).acquired == session.acquired

    for what, once in (("a request, its client included", over_http), ("to bytes and back", as_bytes)):
        spent = []
        for _ in range(n_requests):
            start = time.process_time()
            once()
            spent.append(time.process_time() - start)
        print(f"{what}: {1000 * np.median(spent):.3f} ms of processor time, {max(spent) * 1000:.3f} at most")
    print(f"{len(session.to_bytes())} bytes a case")
