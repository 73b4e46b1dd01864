"""Time expressions in Chinese and English text, resolved against the time of the message.

Own rules over the standard library: `expressions` reads all of a text, `resolve` the one that dates it, `question_range`
what a question asks for, and `as_range` turns an expression into instants. Everything is pure and takes linear time.
"""

from memstrata.text.dates.asking import question_range
from memstrata.text.dates.expression import Precision, TimeExpression, as_range, to_day
from memstrata.text.dates.reading import dated, expressions, resolve

__all__ = ["Precision", "TimeExpression", "as_range", "dated", "expressions", "question_range", "resolve", "to_day"]
