use gloo::timers::callback::Timeout;
use gloo::utils::window;
use yew::prelude::*;

/// Time for which each of two pictures is shown, in milliseconds. Faster would be flashing.
const TURN_MS: u32 = 700;
const REDUCED_MOTION: &str = "(prefers-reduced-motion:reduce)";

/// The pictures that are shown, of two that lie over each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::app) enum Blinking {
    /// Both.
    #[default]
    Off,
    /// The upper one.
    Upper,
    /// The lower one.
    Lower,
}

impl Blinking {
    const fn next(self) -> Self {
        match self {
            Self::Upper => Self::Lower,
            Self::Off | Self::Lower => Self::Upper,
        }
    }
}

/// Shows two pictures in turns. Returns what is shown, and a callback that starts or stops. If the person prefers
/// reduced motion, nothing changes by itself: the callback shows one picture, then the other, then both.
#[hook]
pub(in crate::app) fn use_blink() -> (Blinking, Callback<()>) {
    let shown = use_state_eq(Blinking::default);
    let set = shown.setter();
    let is_still = use_memo((), |()| prefers_still());
    {
        let set = set.clone();
        // Each step starts the timer of the next one.
        use_effect_with((*shown, *is_still), move |(now, is_still)| {
            let next = now.next();
            let timer = (*now != Blinking::Off && !is_still).then(|| Timeout::new(TURN_MS, move || set.set(next)));
            move || drop(timer)
        });
    }
    let toggle = use_callback((*shown, *is_still), move |(), (now, is_still)| {
        set.set(match (now, is_still) {
            (Blinking::Off, _) => Blinking::Upper,
            (Blinking::Upper, true) => Blinking::Lower,
            _ => Blinking::Off,
        });
    });
    (*shown, toggle)
}

fn prefers_still() -> bool {
    let query = window().match_media(REDUCED_MOTION).ok().flatten();
    query.is_some_and(|query| query.matches())
}
