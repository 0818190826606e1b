use texlens_metrics::olmocr::Renderer;
#[test]
fn probe() {
    let b = texlens_katex::Boxes::default();
    for f in std::env::var("F").unwrap().split("|||") {
        println!("{f}");
        match b.render(f) {
            Ok(r) => {
                for s in r.symbols() {
                    println!("  {} {:.2} {:.2}", s.text, s.x, s.y)
                }
            }
            Err(e) => println!("{e}"),
        }
    }
}
