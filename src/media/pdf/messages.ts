import { defineMessages } from '../../platform/messages/message'

export const pdfMessages = defineMessages('pdf', {
  page_without_size: 'This page of the PDF has no size',
  page_too_large: 'This page of the PDF is too large to render',
  page_damaged: 'This page of the PDF is damaged',
  too_large: 'PDF files over 4 GiB are not supported',
  too_much_memory: 'This PDF needs more memory than allowed',
  encrypted: 'This PDF is password-protected. Save it without a password to read it.',
  unsupported_protection: 'This PDF uses an unsupported type of protection',
  damaged: "This PDF is damaged and can't be opened",
  no_pages: 'This PDF has no pages',
})
