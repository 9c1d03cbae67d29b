/** The properties of series and books that the metadata routes need. */
import type { Permission, Viewer } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import type { TSchema } from '../../../platform/http/shapes'

/** A view with the ETag that an edit sends back as If-Match. */
export interface TaggedView {
  tag: string
  view: unknown
}

interface Edit {
  edit: unknown
  /** Throws if the stored version is not the version that was edited. */
  precondition(this: void, tag: string): void
}

export interface RoutedMetadata {
  /** For example `/books/:id/metadata`. */
  path: string
  noun: 'series' | 'book'
  read: Permission
  write: Permission
  schemas: Record<
    'Edit' | 'View' | 'LocksEdit' | 'LocksView' | 'SourcesView' | 'WholeEdit' | 'ResetBody',
    TSchema
  >
  /** Descriptions of what the routes do. */
  notes: Record<
    | 'get'
    | 'replace'
    | 'update'
    | 'getLocks'
    | 'setLocks'
    | 'getSources'
    | 'editWhole'
    | 'resetAll'
    | 'reset',
    string
  >
  resetId?: string
  get(this: void, ctx: Context, viewer: Viewer, id: string): Promise<TaggedView>
  replace(this: void, ctx: Context, viewer: Viewer, id: string, edit: Edit): Promise<TaggedView>
  update(this: void, ctx: Context, viewer: Viewer, id: string, edit: Edit): Promise<TaggedView>
  editWhole(this: void, ctx: Context, viewer: Viewer, id: string, edit: Edit): Promise<TaggedView>
  /** Resets all fields if none are given. */
  reset(
    this: void,
    ctx: Context,
    viewer: Viewer,
    id: string,
    options: Pick<Edit, 'precondition'>,
  ): Promise<TaggedView>
  getLocks(this: void, ctx: Context, viewer: Viewer, id: string): Promise<unknown>
  setLocks(
    this: void,
    ctx: Context,
    viewer: Viewer,
    id: string,
    options: { wanted: unknown; check?(this: void, locks: object): void },
  ): Promise<unknown>
  getSources(this: void, ctx: Context, viewer: Viewer, id: string): Promise<unknown>
}
