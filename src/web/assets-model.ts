/**
 * One file in up to three encodings. Compressed forms exist only where they are smaller. Values are
 * paths.
 */
export interface Asset {
  /** Path below the base path, such as `assets/index-3f2a.js`. */
  name: string
  type: string
  /** Hash of the uncompressed bytes. The ETag of each form is derived from it. */
  hash: string
  raw: string
  br?: string | undefined
  gz?: string | undefined
}

export interface Bundle {
  /** The HTML page with placeholders that each request fills. */
  html: string
  assets: readonly Asset[]
  /** Files to preload for a screen (`home`, `library` …), a reader (`reader:text`) or a language. */
  preloads: Readonly<Record<string, readonly string[]>>
  languages: readonly string[]
}
