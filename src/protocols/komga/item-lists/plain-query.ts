const plain = new Set(['page', 'size', 'unpaged'])
const ownOrder = /^(collection|readList)\.number(,asc)?$/i

/**
 * Returns whether the request only specifies a page. Empty filters, which apps also send, and the
 * list's own order are ignored.
 */
export const isPlainQuery = (query: URLSearchParams): boolean =>
  [...query].every(
    ([name, value]) =>
      plain.has(name) ||
      value.trim() === '' ||
      (name === 'deleted' && value === 'false') ||
      (name === 'sort' && ownOrder.test(value)),
  )
