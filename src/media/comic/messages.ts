import { defineMessages } from '../../platform/messages/message'

export const comicMessages = defineMessages('comic', {
  page_unreadable: "This page can't be read.",
  folder_too_large: 'This folder contains too many files.',
  unsafe_names:
    'The archive contains file names that could be dangerous to unpack. Reading it in Quire is safe.',
  nested: 'The archive contains other archives or books instead of images. Unpack it first.',
  unsupported_images: 'The archive only contains images in unsupported formats.',
  no_images: 'The archive contains no images.',
})
