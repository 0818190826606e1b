//! English.

use super::words::Words;

pub(super) static WORDS: Words = Words {
    is_inverted: false,
    openers: &[
        "in this case", "under these conditions", "as a consequence", "in practice", "for large samples",
        "at low temperatures", "by the same argument", "in the simplest setting", "in contrast", "after a short time",
        "in the first experiment", "for a fixed direction", "on the other hand", "in the second step",
        "up to a constant", "with some care", "from this point of view", "near the boundary",
    ],
    subjects: &[
        "the method", "the estimate", "a careful measurement", "the second experiment", "the observer", "the solution",
        "the boundary condition", "every finite sample", "the operator", "a slow process", "the lower layer",
        "the reaction", "the distribution", "the algorithm", "a small perturbation", "the underlying model",
        "the correction", "the received signal", "the upper bound", "this assumption", "the proof", "the instrument",
        "a similar argument", "the third component", "the equilibrium", "the pressure", "a random walk",
        "the error term", "the curvature", "the network", "the initial state", "a uniform grid", "the spectrum",
        "the average", "the simulation", "the ordinary case", "the remaining part", "a typical path",
    ],
    predicates: &[
        ("depends", "only on the initial data"), ("remains", "stable over a wide range of values"),
        ("gives", "the same answer for every choice of coordinates"), ("converges", "faster than expected"),
        ("requires", "a more detailed description"), ("leads", "to a simple classification"),
        ("explains", "most of the observed variation"), ("changes", "slowly along the axis of the channel"),
        ("describes", "the transition between two regimes"), ("shows", "a clear dependence on the frequency"),
        ("vanishes", "outside of a bounded region"), ("agrees", "with the results of the previous section"),
        ("determines", "the remaining coefficients"), ("provides", "a lower bound for the total cost"),
        ("simplifies", "the computation considerably"), ("reaches", "its maximum near the centre"),
        ("does", "not exist for negative values of the parameter"), ("separates", "the fast and the slow variables"),
        ("preserves", "the total energy of the system"), ("contains", "at least one isolated point"),
        ("follows", "from an elementary inequality"), ("grows", "without limit as the mesh becomes finer"),
        ("has", "a natural interpretation in terms of probabilities"), ("fails", "if the domain is not connected"),
        ("can", "be measured with a single instrument"), ("will", "be discussed in a later section"),
        ("needs", "no further assumption about the noise"), ("is", "usually easier to verify than to derive"),
        ("improves", "the accuracy by one order of magnitude"), ("makes", "the comparison with earlier work possible"),
    ],
    endings: &[
        ", which is what we wanted to show", ", although the constants may be different",
        ", provided that the limit exists", ", at least for moderate values of the parameter",
        ", since the remaining terms cancel", ", as the table below illustrates", ", and the converse holds as well",
        ", because the two effects act independently", ", but the rate of convergence is unknown",
        ", so that no information is lost", ", unless the sample is very small", ", even when the noise is strong",
    ],
    with_formulas: &[
        "let {} be given, and assume that {} holds.", "we write {} for short.", "here {} denotes the remaining part.",
        "for every such choice, {} is at most {}.", "the condition {} implies {}.", "it is enough to consider {}.",
        "the value of {} is known from the first experiment.", "if {} vanishes, then so does {}.",
        "we replace {} by {} and repeat the argument.", "this is the case for {} and for {}.",
        "the map {} is continuous, whereas {} is not.", "as long as {} is small, we may neglect {}.",
        "a comparison of {} with {} and {} completes the argument.", "does the same hold for {}?",
        "in terms of {}, the model becomes linear.", "since {} is bounded, the estimate for {} follows.",
        "the first term is {}, and the second one is {}.", "both {} and {} are invariant under this change.",
        "consider the special case {} of the problem.", "by definition, {} depends on {} alone.",
        "the sum of {} over all components is finite.", "at equilibrium, {} is constant.",
    ],
    announcements: &[
        "this gives the identity", "a short calculation shows that", "the general solution is therefore",
        "we obtain", "in the limit, this becomes", "the model takes the form", "the following relation holds:",
        "after integration, we find", "the energy is then given by", "we use the definition",
        "combining both estimates yields", "the remaining case leads to", "in matrix form, this reads",
    ],
    titles: &[
        "introduction", "the main estimate", "notation and conventions", "numerical experiments", "a simple example",
        "proof of the lower bound", "the linear case", "discussion", "measurements and errors", "boundary conditions",
        "stability", "comparison with earlier work", "the general case", "open questions", "materials and methods",
    ],
    columns: &[
        "sample", "value", "error", "time", "group", "method", "mean", "rate", "size", "level", "count", "phase",
        "range", "limit",
    ],
    theorems: ["Theorem", "Lemma", "Definition", "Remark"],
};
