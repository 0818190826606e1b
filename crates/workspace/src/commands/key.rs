//! Keys of commands.

/// A key, as browsers name it, with Ctrl (on Apple's machines, Command) and Shift.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Key {
    /// The name of the key. A capital letter is a letter with Shift.
    pub name: &'static str,
    /// Whether Ctrl or Command is held.
    pub ctrl: bool,
    /// Whether Shift is held with Ctrl.
    pub shift: bool,
}

pub(super) const fn key(name: &'static str) -> Key {
    Key {
        name,
        ctrl: false,
        shift: false,
    }
}

pub(super) const fn ctrl(name: &'static str, shift: bool) -> Key {
    Key {
        name,
        ctrl: true,
        shift,
    }
}

impl Key {
    /// Returns whether this key was pressed.
    pub(super) fn is(&self, name: &str, ctrl: bool, shift: bool) -> bool {
        if self.ctrl {
            ctrl && shift == self.shift && name.eq_ignore_ascii_case(self.name)
        } else {
            !ctrl && name == self.name
        }
    }
}
