/** Items of one check_list. One point of the limit of batches pays for them, even if all of them are names. */
export const LIST_ITEMS = 50
