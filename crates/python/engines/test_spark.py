"""The example for Spark, whose scores are those of the one for Ray."""

import unittest

from cases import Tests, undisturbed
from runs import RAY, SPARK


class Spark(Tests, unittest.TestCase):
    example = SPARK

    def test_the_scores_are_those_of_ray(self):
        self.assert_same(undisturbed(SPARK), undisturbed(RAY))


if __name__ == "__main__":
    unittest.main()
