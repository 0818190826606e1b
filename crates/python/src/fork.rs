//! Locks and forks. A lock that another thread holds while this process is forked stays locked in the copy, which does not
//! have that thread. So the thread that forks holds all locks meanwhile.

use std::cell::RefCell;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use texlens_native::Pause;

use crate::images::{self, Reading};
use crate::tex::{self, Loading};

thread_local! {
    static HELD: RefCell<Option<Held>> = const { RefCell::new(None) };
}

/// All locks, in the order in which threads take them.
struct Held {
    _images: Reading,
    _tex: Loading,
    _engine: Option<Pause<'static>>,
}

/// Asks Python to call the functions below around each fork. Windows has no forks.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    let Some(register) = py.import("os")?.getattr_opt("register_at_fork")? else {
        return Ok(());
    };
    let calls = PyDict::new(py);
    calls.set_item("before", wrap_pyfunction!(hold, module)?)?;
    for after in ["after_in_parent", "after_in_child"] {
        calls.set_item(after, wrap_pyfunction!(release, module)?)?;
    }
    register.call((), Some(&calls))?;
    Ok(())
}

/// Takes the locks. Another thread that reads an image has one until the image is read.
#[pyfunction]
fn hold(py: Python<'_>) {
    py.detach(|| {
        let images = images::reading();
        let tex = tex::loading();
        let engine = tex.as_ref().map(|tex| tex.engine.pause());
        HELD.set(Some(Held {
            _images: images,
            _tex: tex,
            _engine: engine,
        }));
    });
}

/// Gives the locks back, in the parent and in the copy.
#[pyfunction]
fn release() {
    HELD.take();
}
