"""The catalogue of bugs: small wrong functions, each with its diagnosis and witness."""

from normcourse.checks.bugs import rms_norm_core, rms_norm_eps, rms_norm_gain

__all__ = ["RMS_NORM"]

RMS_NORM = rms_norm_core.BUGS + rms_norm_eps.BUGS + rms_norm_gain.BUGS
