const plain = new Set(['page', 'size', 'unpaged'])
const ownOrder = /^(collection|readList)\.number(,asc)?$/i

/** Nothing but a page, in the order of the list. Apps send empty filters, too. */
export const isPlainQuery = (query: URLSearchParams): boolean =>
  [...query].every(
    ([name, value]) =>
      plain.has(name) ||
      value.trim() === '' ||
      (name === 'deleted' && value === 'false') ||
      (name === 'sort' && ownOrder.test(value)),
  )
