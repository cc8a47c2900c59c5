/** A movie the demo names (in a collection or a recommendation) but does not serve. */
export type MovieBeyond = {
  id: number;
  title: string;
  date: string;
  genres: string;
  original?: string;
};

export const moviesBeyond: readonly MovieBeyond[] = [
  { id: 15, title: "Citizen Kane", date: "1941-04-17", genres: "Mystery | Drama" },
  { id: 240, title: "The Godfather Part II", date: "1974-12-20", genres: "Drama | Crime" },
  {
    id: 1892,
    title: "Return of the Jedi",
    date: "1983-05-25",
    genres: "Adventure | Action | Science Fiction",
  },
  {
    id: 1893,
    title: "Star Wars: Episode I - The Phantom Menace",
    date: "1999-05-19",
    genres: "Adventure | Action | Science Fiction",
  },
  {
    id: 1894,
    title: "Star Wars: Episode II - Attack of the Clones",
    date: "2002-05-15",
    genres: "Adventure | Action | Science Fiction",
  },
  {
    id: 1895,
    title: "Star Wars: Episode III - Revenge of the Sith",
    date: "2005-05-17",
    genres: "Adventure | Action | Science Fiction",
  },
  { id: 335984, title: "Blade Runner 2049", date: "2017-10-04", genres: "Science Fiction | Drama" },
  {
    id: 331,
    title: "Jurassic Park III",
    date: "2001-07-18",
    genres: "Adventure | Action | Thriller | Science Fiction",
  },
  { id: 500, title: "Reservoir Dogs", date: "1992-09-02", genres: "Crime | Thriller" },
  { id: 10193, title: "Toy Story 3", date: "2010-06-16", genres: "Animation | Family | Comedy" },
  {
    id: 301528,
    title: "Toy Story 4",
    date: "2019-06-19",
    genres: "Family | Adventure | Animation | Comedy",
  },
  {
    id: 19995,
    title: "Avatar",
    date: "2009-12-16",
    genres: "Action | Adventure | Fantasy | Science Fiction",
  },
  {
    id: 605,
    title: "The Matrix Revolutions",
    date: "2003-11-05",
    genres: "Adventure | Action | Thriller | Science Fiction",
  },
  {
    id: 624860,
    title: "The Matrix Resurrections",
    date: "2021-12-16",
    genres: "Science Fiction | Action | Adventure",
  },
  { id: 9100901, title: "Untitled Matrix Film", date: "", genres: "" },
  { id: 558449, title: "Gladiator II", date: "2024-11-13", genres: "Action | Adventure | Drama" },
  {
    id: 49026,
    title: "The Dark Knight Rises",
    date: "2012-07-17",
    genres: "Action | Crime | Drama | Thriller",
  },
  { id: 857, title: "Saving Private Ryan", date: "1998-07-24", genres: "War | Drama | History" },
  {
    id: 693134,
    title: "Dune: Part Two",
    date: "2024-02-27",
    genres: "Science Fiction | Adventure",
  },
];
