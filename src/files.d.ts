declare module '*.sql' {
  const text: string
  export default text
}

declare module 'swagger-ui-dist/*' {
  const path: string
  export default path
}

/** Set by .ci/build.ts and .ci/start.ts. Empty without git, and undefined in tests. */
declare const buildCommit: string | undefined
declare const buildCommitTime: string | undefined

/** Set by .ci/build.ts, such as `linux-x64-musl`. */
declare const buildTarget: string | undefined

/** Set by `.ci/build.ts --release`. Overrides the version in package.json. */
declare const buildRelease: string | undefined

/** Set by .ci/build.ts and .ci/start.ts. */
declare const buildVersionChanges: readonly import('./version').VersionChanges[] | undefined
