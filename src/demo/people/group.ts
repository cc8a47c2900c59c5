/** People of one department and gender (0 unknown, 1 female, 2 male, 3 non-binary): "id Name" with " | " between. */
export type PeopleGroup = { department: string; gender: 0 | 1 | 2 | 3; people: string };
