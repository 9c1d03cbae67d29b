import { defineMessages } from '../../platform/messages/message'

export const coverMessages = defineMessages('covers', {
  not_found: 'Cover not found',
  picture_not_found: 'This person has no profile picture',
  too_many: 'A series or book can have at most {max} uploaded covers. Delete one first.',
  file_changed: 'This image has changed. Scan the library, then reload.',
  no_such_source: 'This cover is not available for this series',
  source:
    'must be first_book, custom (after an upload), book:<id of a book in this series>, plugin:<name> (if it provided a cover) or file:<name> (an image in its folder)',
  in_library: 'This image is in the library folder. Delete the file there.',
  upload_too_large: 'The image is larger than {max} MB',
  upload_empty: 'The image file is empty',
  upload_unusable: 'This file is not a supported image. Use JPEG, PNG, WebP, GIF or AVIF.',
})

export const coverLogMessages = defineMessages('covers.log', {
  delete_failed: 'failed to delete uploaded cover',
})
