"""Looking at what is stored from outside: exports in the open form, and as pages for people."""

from memstrata.observe.exporting import ExportReport

__all__ = ["ExportReport"]
