//! The speed of sound.

use super::topic::{Cases, Equation, Picture, Statement, Topic, Values};

pub(crate) const TOPIC: Topic = Topic {
    slug: "acoustics",
    quotes: None,
    title: "The Speed of Sound in Five Media",
    summary: "We measure the speed of sound in gases, liquids and solids by the time of an echo.",
    introduction: [
        "Sound is a wave of pressure that needs a medium.",
        "Stiff media carry sound faster than soft ones.",
        "In air, the speed grows with the temperature.",
        "Sailors measure the depth of the sea by an echo.",
    ],
    method_title: "Procedure",
    method: [
        "A short click was sent along a tube of 340 centimetres.",
        "A microphone recorded the click and its echo.",
        "Each measurement was repeated 16 times.",
        "The temperature was kept within half a degree.",
    ],
    figures: [
        Picture {
            slug: "echo",
            caption: "A click and its echo.",
        },
        Picture {
            slug: "tube",
            caption: "The tube with loudspeaker and microphone.",
        },
    ],
    table: Values {
        slug: "speeds",
        caption: "Speed of sound in metres per second.",
        header: ["Medium", "Speed", "Density", "State"],
        rows: [
            ["Air", "343", "1.2", "gas"],
            ["Helium", "1007", "0.17", "gas"],
            ["Water", "1482", "998", "liquid"],
            ["Copper", "4760", "8960", "solid"],
            ["Steel", "5960", "7850", "solid"],
        ],
    },
    equations: [
        Equation {
            slug: "speed",
            name: "the speed of sound",
            tex: r"c = \sqrt{\frac{K}{\rho}}",
        },
        Equation {
            slug: "level",
            name: "the sound level",
            tex: r"L = 20 \log_{10} \frac{p}{p_0}",
        },
    ],
    derivation: &[
        r"c &= \frac{2 \ell}{t}",
        r"&= \frac{2 \cdot 3.4}{0.0198}",
        r"&\approx 343",
    ],
    cases: Cases {
        left: r"p(t)",
        branches: &[(r"p_0 \sin \omega t", r"0 \le t \le T"), (r"0", r"t > T")],
    },
    steps: [
        "Seal both ends of the tube",
        "Connect the microphone",
        "Send a short click",
        "Find the echo in the record",
        "Divide the path by the time",
        "Repeat the measurement",
    ],
    terms: [
        ("Frequency", "the number of periods in a second"),
        ("Wavelength", "the distance between two crests"),
        ("Echo", "a sound that a wall has reflected"),
        ("Decibel", "the unit of the sound level"),
    ],
    statement: Statement {
        kind: "Lemma",
        text: r"A tube that is closed at both ends resonates at the frequencies $n c / 2\ell$.",
        proof: r"The ends are nodes of the motion, so that $\ell$ is a multiple of half the wavelength.",
    },
    code: [
        "def speed(length, delay):",
        "    # the click travels forth and back",
        "    return 2 * length / delay",
    ],
    works: [
        ("rayleigh1877", "Lord Rayleigh. The Theory of Sound. 1877."),
        (
            "laplace1816",
            "P.-S. Laplace. On the speed of sound in air and in water. 1816.",
        ),
        ("helmholtz1863", "H. Helmholtz. On the Sensations of Tone. 1863."),
    ],
};
