import manifest from '../package.json' with { type: 'json' }

/** The version in package.json, such as `0.2.0`. Tests build other versions. */
export const release: string = typeof buildRelease === 'string' ? buildRelease : manifest.version

const commit = typeof buildCommit === 'string' ? buildCommit : ''
const time = typeof buildCommitTime === 'string' ? buildCommitTime : ''

/** The commit that was built. Without git, the commit is `unknown` and its time is 1970-01-01. */
export const builtFrom = {
  commit: commit || 'unknown',
  time: new Date(time || 0).toISOString(),
}

/** The platform of the executable, or `source` if Quire runs from source. */
export const target: string = typeof buildTarget === 'string' ? buildTarget : 'source'

/** The release, followed by the commit if it is known: `0.2.0+685dd06`, `0.2.0+685dd06-dirty`. */
export const version: string = commit ? `${release}+${commit}` : release

/** Each release is at `<version>/` below this address. */
export const downloadsUrl = 'https://downloads.quire.example'

/**
 * Public minisign keys for releases: the one in use, and a spare one whose private key is kept
 * offline. `quire update` accepts only releases that are signed with one of them. Empty until the
 * first release.
 */
export const signingKeys: readonly string[] = []

/** Changes in one version that users notice, from CHANGELOG.md. */
export interface VersionChanges {
  version: string
  /** For example `2027-01-31`, or null if the changelog has no date. */
  date: string | null
  /** Plain text in English, most important change first. */
  changes: readonly string[]
  /** Number of changes that are omitted. */
  moreCount: number
}

/**
 * Returns the changes of the newest released versions, newest first. Returns an empty list before
 * the first release.
 */
export const listVersionChanges = (): readonly VersionChanges[] =>
  typeof buildVersionChanges === 'undefined' ? [] : buildVersionChanges
