/**
 * Posters of collections and reading lists. Each list has a single poster: the uploaded image or,
 * if there is none, a poster of type GENERATED that has the ID of the list.
 */
import type { Context } from '../../../context'
import type { Viewer } from '../../../accounts/permissions/model'
import { findListCover, getListCoverFile } from '../../../artwork/covers/lists/list-covers'
import {
  getListThumbnailContent,
  type PicturedList,
} from '../../../artwork/covers/lists/list-thumbnail'
import { deleteListCover, uploadListCover } from '../../../artwork/covers/lists/list-uploads'
import {
  picturedCollections,
  picturedReadingLists,
} from '../../../artwork/covers/lists/pictured-lists'
import { notFound, Refusal } from '../../../errors'
import { komgaMessages } from '../messages'
import { type Posters, toPoster } from './posters'

type Member = 'collectionId' | 'readListId'

function createListPosters(pictured: PicturedList, member: Member): Posters {
  const getPoster = async (ctx: Context, viewer: Viewer, id: string) => {
    const cover = await findListCover(ctx, viewer, pictured, id)
    return {
      ...(cover ? toPoster({ ...cover, isSelected: true }) : describeGenerated(id)),
      [member]: id,
    }
  }
  return {
    list: async (ctx, viewer, id) => [await getPoster(ctx, viewer, id)],
    add: async (ctx, viewer, id, { file }) => {
      await uploadListCover(ctx, viewer, pictured, { id, file })
      return getPoster(ctx, viewer, id)
    },
    get: (ctx, viewer, { ownerId: id, posterId }) =>
      posterId === id
        ? getListThumbnailContent(ctx, viewer, pictured, { id, query: { format: 'jpeg' } })
        : getListCoverFile(ctx, viewer, pictured, { id, coverId: posterId }),
    // Always selected, because it is the only poster.
    select: async (ctx, viewer, { ownerId, posterId }) => {
      const { id } = await getPoster(ctx, viewer, ownerId)
      if (id !== posterId) throw notFound(komgaMessages.not_found())
    },
    async remove(ctx, viewer, { ownerId, posterId }) {
      const { id } = await getPoster(ctx, viewer, ownerId)
      if (id !== posterId) throw notFound(komgaMessages.not_found())
      if (id === ownerId) throw new Refusal('conflict', komgaMessages.generated_poster())
      await deleteListCover(ctx, viewer, pictured, ownerId)
    },
  }
}

/** The image is generated from the entries that the viewer can see, so its size is unknown. */
const describeGenerated = (id: string) => ({
  id,
  type: 'GENERATED',
  selected: true,
  mediaType: 'image/jpeg',
  fileSize: 0,
  width: 0,
  height: 0,
})

export const collectionPosters = createListPosters(picturedCollections, 'collectionId')
export const readListPosters = createListPosters(picturedReadingLists, 'readListId')
