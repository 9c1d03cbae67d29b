/**
 * A file in up to three encodings. A compressed form exists only if it is smaller. `raw`, `br` and
 * `gz` are paths.
 */
export interface Asset {
  /** Path below the base path, such as `assets/index-3f2a.js`. */
  name: string
  type: string
  /** Hash of the uncompressed bytes, from which the ETag of each form is derived. */
  hash: string
  raw: string
  br?: string | undefined
  gz?: string | undefined
}

export interface Bundle {
  /** The HTML page with placeholders that are filled for each request. */
  html: string
  assets: readonly Asset[]
  /**
   * Files to preload for a screen (`home`, `library` …), a reader (`reader:text`), a language
   * (`language:de`), and for the part of a language that a screen or reader needs
   * (`language:de:home`, `language:de:reader:text`).
   */
  preloads: Readonly<Record<string, readonly string[]>>
  languages: readonly string[]
}
