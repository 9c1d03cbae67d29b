/** Screen sizes of Kobo e-readers in portrait orientation, in pixels. Pure. */

export interface Screen {
  width: number
  height: number
}

const small: Screen = { width: 600, height: 800 }
const glo: Screen = { width: 758, height: 1024 }
const clara: Screen = { width: 1072, height: 1448 }
const h2o: Screen = { width: 1080, height: 1440 }
const libra: Screen = { width: 1264, height: 1680 }
const elipsa: Screen = { width: 1404, height: 1872 }
const sage: Screen = { width: 1440, height: 1920 }

/** Keyed by model number, which is the last part of the device ID. */
const screensByModel: Readonly<Record<string, Screen>> = {
  310: small, // Touch A and B
  320: small, // Touch C
  330: glo, // Glo
  340: small, // Mini
  350: h2o, // Aura HD
  360: glo, // Aura
  370: h2o, // Aura H2O
  371: clara, // Glo HD
  372: small, // Touch 2.0
  373: elipsa, // Aura ONE
  374: h2o, // Aura H2O Edition 2
  375: glo, // Aura Edition 2
  376: clara, // Clara HD
  377: sage, // Forma
  378: h2o, // Aura H2O Edition 2, second version
  379: glo, // Aura Edition 2, second version
  380: sage, // Forma with 32 GB
  381: elipsa, // Aura ONE Limited Edition
  382: glo, // Nia
  383: sage, // Sage
  384: libra, // Libra H2O
  386: clara, // Clara 2E
  387: elipsa, // Elipsa
  388: libra, // Libra 2
  389: elipsa, // Elipsa 2E
  390: libra, // Libra Colour
  391: clara, // Clara BW
  393: clara, // Clara Colour
}

/** Used for unknown models, because devices scale down images that are too large. */
const largestScreen = sage

/**
 * Finds the screen by the model number. The firmware sends `x-kobo-platformid:
 * 00000000-…-000000000384`, and `(Kobo Touch 0384/4.38)` in its user agent.
 */
export function findScreen({ headers }: Request): Screen {
  const platform = /^0{8}-(?:0{4}-){3}0{9}(\d{3})$/.exec(headers.get('x-kobo-platformid') ?? '')
  const agent = /\(Kobo [A-Za-z]+ 0?(\d{3})\//.exec((headers.get('user-agent') ?? '').slice(0, 500))
  return screensByModel[platform?.[1] ?? agent?.[1] ?? ''] ?? largestScreen
}
