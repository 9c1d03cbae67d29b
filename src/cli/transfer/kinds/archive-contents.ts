/** What exports of everything and of one person consist of. */
import { isCoverFile } from './checks'
import { exportKinds } from './export-kinds'
import { ownKinds } from './own-kinds'

export const archiveContents = { kinds: exportKinds, isCover: isCoverFile }
export const personContents = { ...archiveContents, ownKinds }
