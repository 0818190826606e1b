//! Interprets a page: what it paints becomes its content.

mod device;
mod fonts;
mod marks;
mod outline;

use std::sync::Arc;

use hayro::hayro_interpret::{
    Context, InterpreterCache, InterpreterSettings, RenderContent, TransformExt, interpret_page,
};
use hayro::hayro_syntax::page::Page;
use hayro::kurbo::Rect;

use crate::content::Content;
use crate::limits::Limits;

/// Reads the content of a page. Annotations are not part of it.
pub(crate) fn read(page: &Page<'_>, limits: &Limits) -> Content {
    let (width, height) = page.render_dimensions();
    let settings = InterpreterSettings {
        warning_sink: Arc::new(|_| {}),
        render_content: RenderContent::PAGE,
        ..InterpreterSettings::default()
    };
    let fonts = fonts::Fonts::of(page, &settings);
    let shown = Rect::new(0.0, 0.0, width.into(), height.into());
    let mut context = Context::new(
        page.initial_transform(true).to_kurbo(),
        shown,
        &InterpreterCache::new(),
        page.xref(),
        settings,
    );
    let mut device = device::Reader::new(fonts, shown, limits.content);
    interpret_page(page, &mut context, &mut device);
    device.finish()
}
