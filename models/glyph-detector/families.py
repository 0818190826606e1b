"""Font set-ups of the training pages: name -> (weight, preamble)."""

AMS = r"\usepackage{amsmath,amssymb}"
T1 = r"\usepackage[T1]{fontenc}"

FAMILIES: dict[str, tuple[float, str]] = {
    "computer-modern": (5, AMS),
    "computer-modern-t1": (2.5, T1 + AMS),
    "latin-modern": (2, T1 + r"\usepackage{lmodern}" + AMS),
    "times-mathptmx": (1.5, T1 + r"\usepackage{mathptmx}" + AMS),
    "newtx": (1.5, T1 + r"\usepackage{newtxtext}\usepackage{amsmath}\usepackage{newtxmath}"),
    "times-cm": (1, T1 + r"\usepackage{times}" + AMS),
    "mathpazo": (1.2, T1 + r"\usepackage{mathpazo}" + AMS),
    "newpx": (0.8, T1 + r"\usepackage{newpxtext}\usepackage{amsmath}\usepackage{newpxmath}"),
    "libertine": (1, T1 + r"\usepackage{libertine}\usepackage{amsmath}\usepackage[libertine]{newtxmath}"),
    "charter": (1, T1 + r"\usepackage{amsmath}\usepackage[charter]{mathdesign}"),
    "fourier": (0.7, AMS + r"\usepackage{fourier}"),
    "palatino-euler": (0.7, T1 + r"\usepackage{palatino}" + AMS + r"\usepackage{eulervm}"),
    "stix": (0.7, T1 + r"\usepackage{amsmath}\usepackage{stix}"),
    "kpfonts": (0.8, T1 + r"\usepackage{amsmath}\usepackage{kpfonts}"),
    "sans": (0.8, T1 + r"\usepackage{lmodern}" + AMS + r"\renewcommand\familydefault{\sfdefault}"),
    "computer-modern-sans": (0.8, AMS + r"\renewcommand\familydefault{\sfdefault}"),
    "helvetica": (
        0.8,
        T1 + r"\usepackage{mathptmx}\usepackage[scaled]{helvet}" + AMS + r"\renewcommand\familydefault{\sfdefault}",
    ),
    "stix2": (0.7, T1 + r"\usepackage{amsmath}\usepackage{stix2}"),
    "xcharter": (0.6, T1 + r"\usepackage{XCharter}\usepackage{amsmath}\usepackage[charter]{newtxmath}"),
    "cochineal": (0.5, T1 + r"\usepackage{cochineal}\usepackage{amsmath}\usepackage[cochineal]{newtxmath}"),
    "concrete": (0.7, T1 + r"\usepackage{amsmath,amssymb}\usepackage{ccfonts}"),
    "concrete-euler": (0.8, T1 + AMS + r"\usepackage{ccfonts}\usepackage[euler-digits]{eulervm}"),
    "garamond": (0.8, T1 + r"\usepackage{ebgaramond}\usepackage{amsmath}\usepackage[ebgaramond]{newtxmath}"),
    "libertinus": (0.9, T1 + r"\usepackage{amsmath}\usepackage{libertinus}\usepackage{libertinust1math}"),
    "cmbright": (0.8, T1 + AMS + r"\usepackage{cmbright}"),
    "iwona": (0.4, T1 + AMS + r"\usepackage[math]{iwona}"),
    "kurier": (0.3, T1 + AMS + r"\usepackage[math]{kurier}"),
    "anttor": (0.3, T1 + AMS + r"\usepackage[math]{anttor}"),
    "schoolbook": (0.5, T1 + AMS + r"\usepackage{fouriernc}"),
    "pxfonts": (0.4, T1 + r"\usepackage{amsmath}\usepackage{pxfonts}"),
    "txfonts": (0.5, T1 + r"\usepackage{amsmath}\usepackage{txfonts}"),
    "utopia": (0.5, T1 + r"\usepackage{amsmath}\usepackage[utopia]{mathdesign}"),
    "erewhon": (0.4, T1 + r"\usepackage{erewhon}\usepackage{amsmath}\usepackage[utopia]{newtxmath}"),
    "arev": (0.3, T1 + r"\usepackage{amsmath}\usepackage{arev}"),
    "noto": (0.4, T1 + r"\usepackage{amsmath}\usepackage{notomath}"),
    "mlmodern": (0.6, T1 + r"\usepackage{mlmodern}" + AMS),
    "bembo": (0.4, T1 + r"\usepackage{fbb}\usepackage{amsmath}\usepackage[libertine]{newtxmath}"),
    "scholax": (0.4, T1 + r"\usepackage{scholax}\usepackage{amsmath}\usepackage[scaled=1.075,ncf]{newtxmath}"),
    "fira": (0.4, T1 + r"\usepackage[sfdefault]{FiraSans}\usepackage{amsmath}\usepackage{newtxsf}"),
    "open-sans": (0.5, T1 + r"\usepackage[default]{opensans}" + AMS),
    "lato": (0.3, T1 + r"\usepackage[default]{lato}" + AMS),
    "sans-math": (0.5, AMS + r"\usepackage{sansmathfonts}\renewcommand\familydefault{\sfdefault}"),
    "roboto": (0.3, T1 + r"\usepackage[sfdefault]{roboto}" + AMS),
    "crimson": (0.3, T1 + r"\usepackage{crimson}" + AMS),
}

# Font set-ups that are never used for training.
LEFT_OUT: dict[str, tuple[float, str]] = {
    "baskerville": (1, T1 + r"\usepackage{baskervillef}\usepackage{amsmath}\usepackage[baskerville]{newtxmath}"),
    "plex": (1, T1 + r"\usepackage{plex-serif}" + AMS),
    "heuristica": (1, T1 + r"\usepackage{heuristica}\usepackage{amsmath}\usepackage[heuristica]{newtxmath}"),
    "merriweather": (0.7, T1 + r"\usepackage{merriweather}" + AMS),
}
