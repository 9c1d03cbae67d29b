/** The first page of a list that fits on it. */
export const pageOf = <Item>(data: Item[]) => ({
  data,
  page: 1,
  pageSize: 200,
  total: data.length,
  totalPages: 1,
  links: { self: '', first: '', last: '', prev: null, next: null },
})
