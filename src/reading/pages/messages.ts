import { defineMessages } from '../../platform/messages/message'

export const pageMessages = defineMessages('pages', {
  not_found: 'Page {page} not found in this book',
  part_not_found: 'This part of the book was not found',
  list_empty: 'This reading list has no books to download',
  series_empty: 'This series has no books to download',
  damaged: 'This page is damaged',
  crashes_decoder: "This page couldn't be decoded",
  disk_full: "The server's disk is full. Free disk space and try again.",
  too_large: 'This page is too large to show',
  too_large_for_positions: 'This e-book is too large to list its positions',
  not_an_epub: 'This is only available for EPUB e-books. Read this book page by page.',
  no_text_to_search: "The text of this book can't be searched here",
  href_not_in_book: "must be in this book's reading order",
  href_not_a_page: 'must be a page of this book, such as pages/1',
  page_beyond_end: 'must be a page from 1 to {max}',
  no_text: "can't be used here: this book consists of images and has no text to highlight",
  file_changed: "This book's file has changed. Scan the library, then reload.",
  unavailable: "This page can't be shown",
  unavailable_because: "This page can't be shown: {reason}",
})
