/** Results of `npm run test:release`, from which the release notes say what was tested. */
import { existsSync, readFileSync } from 'node:fs'

export interface ReleaseTests {
  passed: string[]
  /** Names that end with the reason. */
  skipped: string[]
}

/** Set by `npm run release`: where test:release writes its results. */
export const reportVariable = 'QUIRE_RELEASE_REPORT'

export const readReport = (file: string): ReleaseTests => {
  if (!existsSync(file)) throw new Error('npm run test:release left no report.')
  return JSON.parse(readFileSync(file, 'utf8')) as ReleaseTests
}

/** What no test on a single Linux machine can show. */
export const neverTested: readonly string[] = [
  'The builds for macOS were not started.',
  'The build for Windows was not started on Windows. Under Wine, thumbnails are not made.',
  'The builds for arm64 were not started on a processor of that kind.',
  'The RPM packages were not installed on Fedora, RHEL or openSUSE.',
  'The image was not started by Docker or Podman.',
  'The files for NAS systems, stores and package managers were not given to their own tools.',
]
