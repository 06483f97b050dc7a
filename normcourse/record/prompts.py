"""What the models read. Written for this course, so that no one else has rights in it."""

__all__ = ["COMPLETION", "PROMPTS", "SENTENCES"]

PROMPTS = (
    "The old lighthouse stood at the end of the pier. Every evening the keeper climbed its "
    "stairs, lit the lamp, and wrote down which ships had passed. In winter there were days "
    "without a single one, and then he wrote about the weather.",
    "Water boils at a lower temperature on a mountain than at the sea, because the air presses "
    "on it with less force. That is why rice takes longer to cook up there: the water is "
    "boiling, but it is not as hot.",
    "def mean(values):\n    total = 0\n    for value in values:\n        total = total + value\n"
    "    return total / len(values)\n\nprint(mean([1, 2, 3, 4]))\n",
    "Dear Ms. Ortega, thank you for your letter of March 3. We have looked at your order again "
    "and found that two of the five books were sent to the wrong address. They will reach you "
    "by Friday, and we are sorry for the delay.",
)

SENTENCES = (
    "The old clock in the kitchen is ten minutes slow, but nobody has the heart to repair it.",
    "On Sunday the river was so high that the ducks walked across the street.",
    "Please leave the key under the blue flower pot, and do not feed the cat.",
)

COMPLETION = "The capital of France is"
