import { defineMessages } from '../../platform/messages/message'

export const readerMessages = defineMessages('reader', {
  empty: 'This file is empty',
  not_a_book: 'Despite its name, this file is not a book that Quire can read',
  page_unreadable: "This page of the file can't be read",
  page_too_large: 'This page is too large',
  not_compressed: "This archive doesn't need to be unpacked",
  file_changed: 'The file has changed since the last scan. Scan the library, then try again.',
  metadata_too_large: 'The metadata file is too large',
  opf_unreadable: "The metadata file (OPF) can't be read",
  not_an_image: 'Despite its name, this file is not an image',
})
