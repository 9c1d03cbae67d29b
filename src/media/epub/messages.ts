import { defineMessages } from '../../platform/messages/message'

export const epubMessages = defineMessages('epub', {
  not_an_epub: 'This file is not an EPUB e-book',
  package_missing: "This e-book can't be opened: its package file is missing",
  package_damaged: "This e-book can't be opened: its package file is damaged",
  package_too_large: "This e-book can't be opened: its package file is too large",
  contents_damaged: 'The table of contents of this e-book is damaged',
  contents_too_large: 'The table of contents of this e-book is too large to be read',
  no_text: 'This e-book contains no text',
  drm: "This e-book is DRM-protected. It can only be read with the seller's apps.",
  parts_missing: 'Parts of this e-book are missing from its file',
  recovered: 'The e-book is truncated or damaged. Only part of it could be recovered.',
})
