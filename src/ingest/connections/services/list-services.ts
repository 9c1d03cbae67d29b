/** The services whose reading lists can be synced. */
import { getProviderId } from '../../providers/providers'
import { anilistLists } from './anilist-lists'
import { kitsuLists } from './kitsu-lists'
import { myanimelistLists } from './myanimelist-lists'
import type { ListService } from './list-service'

export const listServices: readonly ListService[] = [anilistLists, myanimelistLists, kitsuLists]

export const getServiceId = ({ name }: Pick<ListService, 'name'>) => getProviderId(name)

export const findListService = (id: string): ListService | undefined =>
  listServices.find((one) => getServiceId(one) === id)

export const findListServiceByName = (name: string): ListService | undefined =>
  listServices.find((one) => one.name === name)
