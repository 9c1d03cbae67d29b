import type { LibraryView } from '../../../catalog/libraries/model'
import { getScanInterval, listExclusions } from '../admin/library-update'

/**
 * Builds a library with all of Komga's members. Settings that are always on or off in Quire are
 * constant.
 */
export const buildLibraryDto = (library: LibraryView) => ({
  id: library.id,
  name: library.name,
  root: library.path ?? '',
  importComicInfoBook: true,
  importComicInfoSeries: true,
  importComicInfoCollection: false,
  importComicInfoReadList: false,
  importComicInfoSeriesAppendVolume: false,
  importEpubBook: true,
  importEpubSeries: true,
  importMylarSeries: true,
  importLocalArtwork: true,
  importBarcodeIsbn: false,
  scanForceModifiedTime: false,
  scanInterval: getScanInterval(library),
  scanOnStartup: library.scanningConfig.scanOnStart,
  scanCbx: true,
  scanPdf: true,
  scanEpub: true,
  scanDirectoryExclusions: listExclusions(library),
  repairExtensions: false,
  convertToCbz: false,
  emptyTrashAfterScan: false,
  seriesCover: 'FIRST',
  hashFiles: true,
  hashPages: false,
  hashKoreader: true,
  analyzeDimensions: true,
  oneshotsDirectory: null,
  unavailable: library.state === 'unavailable',
})
