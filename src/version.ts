import manifest from '../package.json' with { type: 'json' }

/** From package.json, such as `0.1.0`. */
export const release: string = manifest.version

const commit = typeof buildCommit === 'string' ? buildCommit : ''
const time = typeof buildCommitTime === 'string' ? buildCommitTime : ''

/** The commit of the build. Without git, an unknown one from the beginning of time. */
export const builtFrom = {
  commit: commit || 'unknown',
  time: new Date(time || 0).toISOString(),
}

/** The platform of the executable, or `source` without one. */
export const target: string = typeof buildTarget === 'string' ? buildTarget : 'source'

/** Includes the commit of the build if it is known: `0.1.0+685dd06`, `0.1.0+685dd06-dirty`. */
export const version: string = commit ? `${release}+${commit}` : release

/** Releases are at `<version>/` below this address. */
export const downloadsUrl = 'https://downloads.quire.example'
