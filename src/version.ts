import manifest from '../package.json' with { type: 'json' }

/** From package.json, such as `0.1.0`. */
export const release: string = manifest.version

/** Includes the commit of the build if it is known: `0.1.0+685dd06`, `0.1.0+685dd06-dirty`. */
export const version: string =
  typeof buildCommit === 'string' && buildCommit ? `${release}+${buildCommit}` : release
