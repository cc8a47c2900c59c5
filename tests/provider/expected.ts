/** What is read of a person that a body names in its credits. */
export const person = (external_id: number, name: string) => ({
  external_id,
  name,
  known_for_department: "Acting",
  popularity: 3.25,
  gender: 1,
  profile_path: `/p${external_id}.jpg`,
  adult: false,
});
