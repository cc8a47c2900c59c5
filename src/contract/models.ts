import type { TSchema } from "@sinclair/typebox";
import { Account, LoginBody, RegisterBody, TokenOut } from "~/account/auth/model";
import { RatedMoviePage, RatedSeriesPage, Rating, RatingBody } from "~/account/ratings/model";
import { WatchlistEntry, WatchlistMoviePage, WatchlistSeriesPage } from "~/account/watchlist/model";
import {
  BatchItem,
  BatchRequest,
  EnqueuedBatch,
  EntityRequest,
  SeasonRequest,
  SeriesRequest,
  TrendingRequest,
} from "~/admin/ingestion/model";
import { EnqueuedJob } from "~/admin/jobs/enqueued";
import { Job, JobPage } from "~/admin/jobs/model";
import { IndexState, Stats } from "~/admin/statistics/model";
import {
  CollectionDetail,
  CollectionMovie,
  CollectionPage,
  CollectionSummary,
} from "~/catalog/collections/model";
import { CompanyDetail, CompanyPage, CompanySummary } from "~/catalog/companies/model";
import { Configuration } from "~/catalog/configuration/model";
import { GenreDetail, GenrePage, GenreSummary } from "~/catalog/genres/model";
import { Keyword, KeywordPage } from "~/catalog/keywords/model";
import { CollectionBrief, MovieDetail, ReleaseDate } from "~/catalog/movies/model";
import { MovieRelease, ReleasePage } from "~/catalog/movies/releases";
import { PersonCredits } from "~/catalog/people/credits";
import { PersonDetail, PersonExternalIds, PersonPage, PersonSummary } from "~/catalog/people/model";
import { Episode, EpisodeDetail, EpisodeList } from "~/catalog/series/episodes";
import { ContentRating, EpisodeMention, SeriesDetail } from "~/catalog/series/model";

import { Season, SeasonDetail, SeasonList } from "~/catalog/series/seasons";
import {
  CastCredit,
  CreatorCredit,
  CrewCredit,
  MovieCredits,
  PersonBrief,
  SeriesCastCredit,
  SeriesCredits,
} from "~/catalog/titles/credits";
import {
  AlternateTitle,
  CompanyBrief,
  KeywordLabel,
  SpokenLanguage,
} from "~/catalog/titles/detail-fields";
import { MovieExternalIds, SeriesExternalIds } from "~/catalog/titles/external-ids";
import { Image, TitleImages } from "~/catalog/titles/images";
import {
  GenreLabel,
  MoviePage,
  MovieSummary,
  SeriesPage,
  SeriesSummary,
} from "~/catalog/titles/summaries";
import { TitleVideos, Video } from "~/catalog/titles/videos";
import {
  Attribution,
  CountryOfferings,
  EmbeddedOfferings,
  Offering,
  TitleOfferings,
} from "~/catalog/titles/watch-providers";
import { TrendingPage } from "~/catalog/trending/model";
import { SearchPage, SearchResult } from "~/search/model";

/** What a page lists. */
const itemOf = (page: TSchema): TSchema => page.properties.results.items;

/** A summary found by a search, by its kind. */
function found(kind: string): TSchema {
  const variant = SearchResult.anyOf.find(({ properties }) => properties.kind.const === kind);
  if (variant === undefined) throw new Error(`The search finds no ${kind}.`);
  return variant;
}

const TrendingMoviePage = TrendingPage("Movie", MovieSummary);
const TrendingSeriesPage = TrendingPage("Series", SeriesSummary);

const { cast, crew, creators } = PersonCredits.properties;
const [CreditedMovie, CreditedSeries] = cast.items.properties.title.anyOf;

const titles = {
  MovieSummary,
  MovieDetail,
  MoviePage,
  MovieRelease,
  ReleasePage,
  TrendingMovie: itemOf(TrendingMoviePage),
  TrendingMoviePage,
  MovieCredits,
  MovieExternalIds,
  MovieOfferings: TitleOfferings("movie"),
  ReleaseDate,
  SeriesSummary,
  SeriesDetail,
  SeriesPage,
  TrendingSeries: itemOf(TrendingSeriesPage),
  TrendingSeriesPage,
  SeriesCredits,
  SeriesExternalIds,
  SeriesOfferings: TitleOfferings("series"),
  ContentRating,
  Season,
  SeasonDetail,
  SeasonList,
  Episode,
  EpisodeDetail,
  EpisodeList,
  EpisodeMention,
  AlternateTitle,
  SpokenLanguage,
  CastCredit,
  SeriesCastCredit,
  CrewCredit,
  CreatorCredit,
  Image,
  TitleImages,
  Video,
  TitleVideos,
  Attribution,
  Offering,
  CountryOfferings,
  EmbeddedOfferings,
};

const others = {
  PersonBrief,
  PersonSummary,
  PersonDetail,
  PersonPage,
  PersonExternalIds,
  PersonCredits,
  PersonCastCredit: cast.items,
  PersonCrewCredit: crew.items,
  PersonCreatorCredit: creators.items,
  CreditedMovie,
  CreditedSeries,
  CompanyBrief,
  CompanySummary,
  CompanyDetail,
  CompanyPage,
  CollectionBrief,
  CollectionSummary,
  CollectionMovie,
  CollectionDetail,
  CollectionPage,
  GenreLabel,
  GenreSummary,
  GenreDetail,
  GenrePage,
  KeywordLabel,
  Keyword,
  KeywordPage,
  Configuration,
  SearchResult,
  SearchPage,
  FoundMovie: found("movie"),
  FoundSeries: found("series"),
  FoundPerson: found("person"),
  FoundCollection: found("collection"),
  FoundCompany: found("company"),
  FoundKeyword: found("keyword"),
};

const accounts = {
  Account,
  RegisterBody,
  LoginBody,
  TokenOut,
  Rating,
  RatingBody,
  RatedMovie: itemOf(RatedMoviePage),
  RatedMoviePage,
  RatedSeries: itemOf(RatedSeriesPage),
  RatedSeriesPage,
  WatchlistEntry,
  WatchlistMovie: itemOf(WatchlistMoviePage),
  WatchlistMoviePage,
  WatchlistSeries: itemOf(WatchlistSeriesPage),
  WatchlistSeriesPage,
};

const jobs = {
  EntityRequest,
  SeriesRequest,
  SeasonRequest,
  TrendingRequest,
  EnqueuedJob,
  BatchItem,
  BatchRequest,
  EnqueuedBatch,
  Job,
  JobPage,
  Stats,
  IndexState,
};

/** The names that clients generated from the OpenAPI document give to what this service sends and takes. */
export const models: Readonly<Record<string, TSchema>> = {
  ...titles,
  ...others,
  ...accounts,
  ...jobs,
};

/** What each tag of the documentation stands for, in its order. */
export const tags: Readonly<Record<string, string>> = {
  Movies: "Lists of movies, and everything about one",
  Series: "Lists of series, and everything about one: seasons, episodes, where to watch it",
  People: "Actors and makers, and what they have worked on",
  Companies: "Production companies and networks",
  Collections: "Movies that belong together",
  Genres: "The fixed genres of movies and series",
  Keywords: "What titles are about, in single words",
  Search: "One search over everything that has a name",
  Configuration:
    "What a client needs before it shows anything: image addresses, attributions, words",
  Accounts: "Register, log in, and the account of a token",
  Ratings: "What an account thinks of titles; needs its token",
  Watchlist: "What an account wants to see; needs its token",
  Ingestion: "Fetching titles from the provider, in jobs; for the operator",
  Operation: "How the service is doing; for the operator",
  Health: "Whether the service lives and can answer",
};
