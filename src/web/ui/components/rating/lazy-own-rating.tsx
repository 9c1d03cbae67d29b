import { lazy, Suspense } from 'react'
import type { RatedItem } from './own-rating'

const Rating = lazy(() => import('./own-rating').then((part) => ({ default: part.OwnRating })))

const reserved = { minHeight: 40 }

/** Loaded after the page. The space is reserved, so that nothing below moves. */
export const OwnRating = (item: RatedItem) => (
  <Suspense fallback={<div style={reserved} />}>
    <Rating {...item} />
  </Suspense>
)
