//! The commands that are signs, and not letters, to the parser.

use std::collections::HashSet;
use std::sync::LazyLock;

/// Commands without arguments that `\mathrm` leaves as they are. It spells out all others, so `\mathrm{\alpha}` is
/// `\ a l p h a`. The list is that of the official tools, with their slips: it has `\eixsts`, and lacks `\exists`.
const SIGNS: &str = r"
    \! \# \$ \% \& \( \) \, \: \; \Bbbk \Box \Bumpeq \Cap \Cup \Delta \Diamond \Doteq \Downarrow \Finv \Game \Gamma
    \Im \Join \L \Lambda \Leftarrow \Leftrightarrow \Lleftarrow \Longleftarrow \Longleftrightarrow \Longrightarrow
    \Lsh \M \Omega \Phi \Pi \Psi \Re \Rightarrow \Rrightarrow \Rsh \S \Sigma \Subset \Supset \Theta \Uparrow
    \Updownarrow \Upsilon \Vdash \Vert \Vvdash \Xi \_ \a \aleph \amalg \angle \approx \approxeq
    \ast \asymp \b \backepsilon \backprime \backsim \backsimeq \backslash \barwedge \because \beth \between \bigcirc
    \bigstar \bigtriangledown \bigtriangleup \blacklozenge \blacksquare \blacktriangle \blacktriangledown
    \blacktriangleleft \blacktriangleright \boldmathr \bot \bowtie \boxdot \boxminus \boxplus \boxtimes \bullet
    \bumpeq \c \cap \cases \cdot \cdotp \cdots \centerdot \checkmark \circ \circeq \circlearrowleft
    \circlearrowright \circledR \circledS \circledast \circledcirc \circleddash \clubsuit \colon \complement \cong
    \cup \curlyeqprec \curlyeqsucc \curlyvee \curlywedge \curvearrowleft \curvearrowright \d \dag \dagger \daleth
    \dashleftarrow \dashrightarrow \dashv \ddag \ddagger \ddots \diagdown \diagup \diamond \diamondsuit \digamma
    \dint \div \divideontimes \do \doteq \doteqdot \dotplus \dots \doublebarwedge \doublecap \doublecup \downarrow
    \downdownarrows \downharpoonleft \downharpoonright \e \eixsts \ell \em \emptyset \enspace \eqcirc \eqsim
    \eqslantgtr \eqslantless \equiv \eth \f \fallingdotseq \flat \forall \frown \g \ge \geq \geqq \geqslant \gets
    \gg \ggg \gggtr \gimel \gnapprox \gneq \gneqq \gnsim \gt \gtrapprox \gtrdot \gtreqless \gtreqqless \gtrless
    \gtrsim \gvertneqq \h \hbar \heartsuit \hline \hookleftarrow \hookrightarrow \hskip \hslash \i \in \infty \intd
    \intercal \intf \j \k \l \lVert \land \langle \lbrace \lbrack \lceil \ldotp \ldots \le \leadsto \leftarrow
    \leftarrowtail \leftharpoondown \leftharpoonup \leftleftarrows \leftrightarrow \leftrightarrows
    \leftrightharpoons \leftrightsquigarrow \leftthreetimes \leq \leqq \leqslant \lessapprox \lessdot \lesseqgtr
    \lesseqqgtr \lessgtr \lesssim \lfloor \lgroup \lhd \ll \llcorner \lll \llless \lmoustache \lnapprox \lneq \lneqq
    \lnot \lnsim \longleftarrow \longleftrightarrow \longmapsto \longrightarrow \looparrowleft \looparrowright \lor
    \lozenge \lrcorner \lt \ltimes \lvert \lvertneqq \m \mapsto \mathbin \measuredangle \mho \mid \mit \models \mp
    \multimap \n \nLeftarrow \nLeftrightarrow \nRightarrow \nVDash \nVdash \nabla \natural \nc \ncong \ne \nearrow
    \neg \neq \nexists \ngeq \ngeqq \ngeqslant \ngtr \ni \nleftarrow \nleftrightarrow \nleq \nleqq \nleqslant \nless
    \nmid \nonumber \not \notin \nparallel \nprec \npreceq \nrightarrow \nshortmid \nshortparallel \nsim \nsubseteq
    \nsubseteqq \nsucc \nsucceq \nsupseteq \nsupseteqq \ntriangleleft \ntrianglelefteq \ntriangleright
    \ntrianglerighteq \nvDash \nvdash \nwarrow \o \odot \ominus \oplus \oslash \otimes \overleftarrow
    \overrightarrow \owns \parallel \partial \perp \pii \pitchfork \pm \prec \precapprox \preccurlyeq \preceq
    \precnapprox \precneqq \precnsim \precsim \prime \propto \qquad \quad \rVert \rangle \rbrace \rbrack \rceil
    \restriction \rfloor \rgroup \rhd \rightarrow \rightarrowtail \rightharpoondown \rightharpoonup \rightleftarrows
    \rightleftharpoons \rightrightarrows \rightsquigarrow \rightthreetimes \risingdotseq \rmoustache \rtimes \rvert
    \sb \searrow \setminus \sf \sharp \shortmid \shortparallel \sim \simeq \slash \smallfrown \smallsetminus
    \smallskip \smallsmile \smile \sp \space \spadesuit \sphericalangle \sqcap \sqcup \sqsubset \sqsubseteq
    \sqsupset \sqsupseteq \square \star \subset \subseteq \subseteqq \subsetneq \subsetneqq \succ \succapprox
    \succcurlyeq \succeq \succnapprox \succneqq \succnsim \succsim \supset \supseteq \supseteqq \supsetneq
    \supsetneqq \surd \swarrow \textbf \therefore \thickapprox \thicksim \thinspace \times \to \top \triangle
    \triangledown \triangleleft \trianglelefteq \triangleq \triangleright \trianglerighteq \tt \twoheadleftarrow
    \twoheadrightarrow \ulcorner \underbrace \unitlength \unlhd \unrhd \uparrow \updownarrow \upharpoonleft
    \upharpoonright \uplus \upuparrows \urcorner \vDash \varkappa \varnothing \varpropto \varsubsetneq
    \varsubsetneqq \varsupsetneq \varsupsetneqq \vartriangle \vartriangleleft \vartriangleright \vdash \vdots \vee
    \veebar \vert \wedge \widehat \widetilde \wp \wr \yen \{ \| \}
";

static SIGN_SET: LazyLock<HashSet<&str>> = LazyLock::new(|| SIGNS.split_ascii_whitespace().chain(["\\ "]).collect());

/// Whether a token of mathematics is a command that is a sign. For a single character it makes no difference.
pub(super) fn is_sign(token: &str) -> bool {
    SIGN_SET.contains(token)
}
