import { defineMessages } from '../../platform/messages/message'

export const comicMessages = defineMessages('comic', {
  page_empty: 'A page in this file is empty',
  page_unreadable: "This page can't be read",
  folder_too_large: 'This folder contains too many files',
  unsafe_names:
    'Some file names in the archive may be unsafe to extract. Reading it in Quire is safe.',
  nested: 'The archive contains other archives or books instead of images. Unpack it first.',
  unsupported_images: 'The archive only contains images in unsupported formats',
  no_images: 'The archive contains no images',
})
