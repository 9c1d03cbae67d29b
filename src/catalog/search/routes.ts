import { type AnyElysia, Elysia } from 'elysia'
import { BookView } from '../books/model'
import type { Context } from '../../context'
import { PageOf, paged } from '../../platform/http/pagination'
import { SeriesView } from '../series/model'
import { guard } from '../../accounts/permissions/guard'
import {
  OfPersonQuery,
  People,
  PeopleQuery,
  PersonParams,
  PersonView,
  SearchQuery,
  SearchView,
} from './model'
import { getPerson, listPeople, listSeriesOfPerson, listWorksOfPerson } from './people'
import { searchAll } from './service'

export const searchRoutes = (ctx: Context) => (app: AnyElysia) =>
  app.use(everything(ctx)).use(peopleRoutes(ctx)).use(worksRoutes(ctx))

const everything = (ctx: Context) =>
  new Elysia({ tags: ['Search'] })
    .use(guard(ctx))
    .get('/search', ({ viewer, query }) => searchAll(ctx, viewer, query), {
      can: 'series:read',
      query: SearchQuery,
      response: SearchView,
      detail: {
        summary: 'Search series, books, people, genres, tags and lists',
        description:
          'Returns the best matches of each kind. `matched` is the field of a series that matched, such as an alternate title. Books require the permission `books:read`, collections `collections:read`, and reading lists `readlists:read`. Lists are not part of the results for one library. If nothing matches, typos are corrected.',
      },
    })

const peopleRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/people', tags: ['People'] })
    .use(guard(ctx))
    .get(
      '',
      ({ viewer, query, request, set }) =>
        paged({ query, request, set }, listPeople(ctx, viewer, query)),
      {
        can: 'series:read',
        query: PeopleQuery,
        response: People,
        detail: {
          summary: 'List people',
          description:
            'Lists people who are credited in books or series that you can see. Sort keys: `name`, `series_count`.',
        },
      },
    )
    .get('/:id', ({ viewer, params }) => getPerson(ctx, viewer, params.id), {
      can: 'series:read',
      params: PersonParams,
      response: PersonView,
      detail: { summary: 'Get a person', description: 'Accepts an ID or a name.' },
    })

const worksRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/people/:id', tags: ['People'] })
    .use(guard(ctx))
    .get(
      '/series',
      ({ viewer, params, query, request, set }) =>
        paged({ query, request, set }, listSeriesOfPerson(ctx, viewer, params.id, query)),
      {
        can: 'series:read',
        params: PersonParams,
        query: OfPersonQuery,
        response: PageOf(SeriesView),
        detail: {
          summary: "List a person's series",
          description: 'Accepts the same sort keys as the list of all series.',
        },
      },
    )
    .get(
      '/books',
      ({ viewer, params, query, request, set }) =>
        paged({ query, request, set }, listWorksOfPerson(ctx, viewer, params.id, query)),
      {
        can: 'books:read',
        params: PersonParams,
        query: OfPersonQuery,
        response: PageOf(BookView),
        detail: {
          summary: "List a person's books",
          description:
            'Lists books that credit the person, and all books of series that credit the person.',
        },
      },
    )
