/** What a release consists of, and how its files are named. */
import { downloadsUrl } from '../../src/version'
import { type TargetName, targetNames } from '../targets'

export const homepage = 'https://quire.example'
export const imageName = 'downloads.quire.example/quire'
export const maintainer = 'Quire <packages@quire.example>'
export const summary = 'Media library server for comics, manga and books'
export const description =
  'Indexes book files where they are, never changes them, and serves them to the browser and to reading apps.'

export interface Release {
  version: string
  /** Full hash of the commit. */
  commit: string
  /** Time of the commit in seconds. All times in the files of a release are this one. */
  epoch: number
  /** `tag v0.2.0`, or `HEAD` if the commit has no tag. */
  madeFrom: string
  /** Folder with the files of the release. */
  folder: string
  /** `fast` is for trying: the files are larger. */
  compression: 'small' | 'fast'
}

export const isVersion = (text: string): boolean => /^\d+\.\d+\.\d+(-[0-9A-Za-z.]+)?$/.test(text)

export const isPrerelease = (version: string): boolean => version.includes('-')

/** Debian and RPM sort `0.2.0~rc.1` before `0.2.0`. */
export const getPackageVersion = (version: string): string => version.replace('-', '~')

export const getReleaseUrl = (version: string): string => `${downloadsUrl}/${version}`

export const formatTime = (epoch: number): string =>
  new Date(epoch * 1000).toISOString().replace('.000Z', 'Z')

export const getDownloadName = (version: string, target: TargetName): string =>
  `quire-${version}-${target}.${target.startsWith('windows') ? 'zip' : 'gz'}`

export const getExecutableName = (target: TargetName): string =>
  target.startsWith('windows') ? 'quire.exe' : 'quire'

export const architectures = [
  { target: 'linux-x64', debian: 'amd64', rpm: 'x86_64', oci: 'amd64' },
  { target: 'linux-arm64', debian: 'arm64', rpm: 'aarch64', oci: 'arm64' },
] as const satisfies readonly {
  target: TargetName
  debian: string
  rpm: string
  oci: string
}[]

export type Architecture = (typeof architectures)[number]

export const getDebName = (version: string, { debian }: Architecture): string =>
  `quire_${getPackageVersion(version)}_${debian}.deb`

export const getRpmName = (version: string, { rpm }: Architecture): string =>
  `quire-${getPackageVersion(version)}-1.${rpm}.rpm`

export const getImageFile = (version: string): string => `quire-${version}-oci.tar`
export const getSbomName = (version: string): string => `quire-${version}.cdx.json`
export const checksumsName = 'SHA256SUMS'
export const signatureName = 'SHA256SUMS.minisig'

/** Executables by target, as paths of unpacked files. */
export type Executables = Partial<Record<TargetName, string>>

export const allTargets: readonly TargetName[] = targetNames
