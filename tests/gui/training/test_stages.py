"""How far a training is."""

from hypothesis import given
from hypothesis import strategies as st
from ifc2f_gui.training import stages
from ifc2f_gui.training.stages import Stages

STEPS = st.lists(st.just("planning"), max_size=40)


@given(STEPS, STEPS, STEPS, STEPS)
def test_the_share_grows_with_each_step_and_is_whole_before_no_end(first, second, third, fourth):
    told = Stages()
    shares = []
    for stage, steps in (
        (stages.READING, first),
        (stages.TRYING_OUT, second),
        (stages.TESTING, third),
        (stages.TRAINING, fourth),
        (stages.SAVING, []),
    ):
        for step in [stage, *steps]:
            said, share = told.tell(step)
            assert said.startswith(stage), "the stage is told with every step"
            shares.append(share)
    assert shares == sorted(shares)
    assert shares[0] == 0.0
    assert shares[-1] < 1.0
