/** One file in three forms; compressed ones only where they are smaller. Values are paths. */
export interface Asset {
  /** Its address below the base path, such as `assets/index-3f2a.js`. */
  name: string
  type: string
  /** Of the plain bytes. Each form has its own validator made from it. */
  hash: string
  raw: string
  br?: string | undefined
  gz?: string | undefined
}

export interface Bundle {
  /** The page with the places that a request fills. */
  html: string
  assets: readonly Asset[]
  /** What a screen (`home`, `library` …) or a language needs, to be asked for with the page. */
  preloads: Readonly<Record<string, readonly string[]>>
  languages: readonly string[]
}
