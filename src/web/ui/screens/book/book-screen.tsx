import { getRouteApi } from '@tanstack/react-router'
import { BookPage } from './book-page'

const route = getRouteApi('/signedIn/shell/book/$id')

export function BookScreen() {
  const { id } = route.useParams()
  return <BookPage key={id} id={id} />
}
