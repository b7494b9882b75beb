"""A web service that asks, answers and decides: ``IFC2F_MODEL=fever.ifc2f uvicorn app:app``.

Between two requests a case is nothing but bytes, so any number of processes can share them. Here they are in
a dict. In production put `Cases` before a store that all processes reach, such as Redis or a table.
"""

import os
from secrets import token_urlsafe
from typing import Annotated

from fastapi import Body, FastAPI, HTTPException

from ifc2f import Model, Session, explain

Value = Annotated[float | str | None, Body(embed=True)]


class Cases:
    """Cases by number, each as the bytes of its session."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.kept: dict[str, bytes] = {}

    def new(self) -> str:
        """Begin a case; its number cannot be guessed."""
        case = token_urlsafe(16)
        self.keep(case, Session(self.model))
        return case

    def session(self, case: str) -> Session:
        """Take a case up again."""
        if case not in self.kept:
            raise HTTPException(404, "there is no such case")
        return Session.resume(self.model, self.kept[case])

    def keep(self, case: str, session: Session) -> None:
        """Put a case away until the next request."""
        self.kept[case] = session.to_bytes()


def service(model: Model) -> FastAPI:
    """Return the service for a model."""
    app, cases = FastAPI(title="ifc2f"), Cases(model)

    def state(case: str, session: Session) -> dict[str, object]:
        feature = session.next()
        return {
            "case": case,
            "next": None if feature is None else model.feature_names[feature],
            "decision": session.decide(),
            "deferred": session.deferred,
            "posterior": dict(zip(map(str, model.classes), session.posterior.tolist(), strict=True)),
            "cost": session.cost,
        }

    @app.post("/cases", status_code=201)
    def begin() -> dict[str, object]:
        case = cases.new()
        return state(case, cases.session(case))

    @app.get("/cases/{case}")
    def show(case: str) -> dict[str, object]:
        return state(case, cases.session(case))

    @app.put("/cases/{case}/answers/{feature}")
    def answer(case: str, feature: str, value: Value) -> dict[str, object]:
        session = cases.session(case)
        if feature not in model.feature_names:
            raise HTTPException(404, f"the model has no feature {feature!r}")
        try:
            if value is None:
                session.missing(feature)
            else:
                session.answer(feature, value)
        except ValueError as error:
            raise HTTPException(422, str(error)) from error
        cases.keep(case, session)
        return state(case, session)

    @app.delete("/cases/{case}/answers/{feature}")
    def retract(case: str, feature: str) -> dict[str, object]:
        session = cases.session(case)
        if feature not in model.feature_names:
            raise HTTPException(404, f"the model has no feature {feature!r}")
        session.retract(feature)
        cases.keep(case, session)
        return state(case, session)

    @app.get("/cases/{case}/explanation")
    def why(case: str) -> dict[str, object]:
        found = explain(cases.session(case))
        return {
            "class": found.label,
            "before": found.before,
            "probability": found.probability,
            "evidence": [each._asdict() for each in found.evidence],
            "questions": [each._asdict() for each in found.questions],
        }

    return app


if "IFC2F_MODEL" in os.environ:
    app = service(Model.load(os.environ["IFC2F_MODEL"]))
