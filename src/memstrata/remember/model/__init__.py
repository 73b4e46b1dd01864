"""The writing path by a model: it proposes, code decides. Evidence, language, slots, dates and conflicts are never left to it."""

from memstrata.remember.model.episode import EpisodeWriter
from memstrata.remember.model.path import ModelPath
from memstrata.remember.model.skill import SkillWriter
from memstrata.remember.model.summarise import Summariser

__all__ = ["EpisodeWriter", "ModelPath", "SkillWriter", "Summariser"]
