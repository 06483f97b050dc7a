"""The functions that learners write: the right one, the inputs and the bugs of each."""

from normcourse import norms
from normcourse.checks import bugs
from normcourse.checks.inputs import norm_cases
from normcourse.checks.subject import Subject

__all__ = ["RMS_NORM"]

RMS_NORM = Subject("RMSNorm", norms.rms_norm, norm_cases(), bugs.RMS_NORM)
