/** The contents of full exports and of exports of one user. */
import { isCoverFile } from './file-checks'
import { exportKinds } from './export-kinds'
import { ownKinds } from './own-kinds'

export const archiveContents = { kinds: exportKinds, isCover: isCoverFile }
export const personContents = { ...archiveContents, ownKinds }
