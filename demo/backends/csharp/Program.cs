// Mono: mcs -r:System.Net.Http,System.Runtime.Serialization,System.Xml,System.Xml.Linq Program.cs && mono Program.exe
// .NET 10 or newer: dotnet run Program.cs. The settings and routes are those of README.md.
using System;
using System.Collections.Concurrent;
using System.IO;
using System.Linq;
using System.Net;
using System.Net.Http;
using System.Runtime.Serialization.Json;
using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;
using System.Threading.Tasks;
using System.Xml;
using System.Xml.Linq;

static class Program {
  static string Setting(string name) => Environment.GetEnvironmentVariable(name) ?? "";
  static readonly byte[][] Keys = Regex.Matches(Setting("WEBHOOK_SECRET"), @"whsec_(\S+)").Cast<Match>()
    .Select(secret => Convert.FromBase64String(secret.Groups[1].Value)).ToArray();
  static readonly HttpClient TokenServer = new HttpClient { Timeout = TimeSpan.FromSeconds(10) };
  const long ToleranceSeconds = 300;
  // A real site takes the user from its login, and the rest from its own records, never from the page. An order is named after what was
  // earned or paid for, once: the same name leads to the same reward.
  const string Email = "member@example.com", FirstOrder = "purchase-1042", Promotion = "4001";
  const int Points = 100, Earned = 1000;
  // What is booked, by order. A real site keeps it in its database, and books sequence and points in one transaction.
  static readonly ConcurrentDictionary<string, (long sequence, int points)> Booked = new ConcurrentDictionary<string, (long, int)>();

  static XElement Data(byte[] json) =>
    XElement.Load(JsonReaderWriterFactory.CreateJsonReader(json, XmlDictionaryReaderQuotas.Max)).Element("data");

  static async Task<(int, string)> Ask(HttpMethod method, string path, string body, Func<XElement, string> show) {
    var request = new HttpRequestMessage(method, Setting("REWARDS_URL") + path);
    request.Headers.Add("Authorization", "Bearer " + Setting("SITE_KEY"));
    if (body != null) request.Content = new StringContent(body, Encoding.UTF8, "application/json");
    var answer = await TokenServer.SendAsync(request);
    var bytes = await answer.Content.ReadAsByteArrayAsync();
    return answer.IsSuccessStatusCode ? (200, show(Data(bytes))) : (502, Encoding.UTF8.GetString(bytes));
  }

  static bool IsGenuine(Func<string, string> header, byte[] body) {
    if (!long.TryParse(header("webhook-timestamp"), out var seconds)) return false;
    if (Math.Abs(DateTimeOffset.UtcNow.ToUnixTimeSeconds() - (decimal)seconds) > ToleranceSeconds) return false;
    var signed = Encoding.UTF8.GetBytes(header("webhook-id") + "." + header("webhook-timestamp") + ".").Concat(body).ToArray();
    var expected = Keys.Select(key => "v1," + Convert.ToBase64String(new HMACSHA256(key).ComputeHash(signed)));
    return expected.Any(one => header("webhook-signature").Split(' ').Any(other => IsEqual(one, other)));
  }

  // In constant time; Mono has no CryptographicOperations.FixedTimeEquals.
  static bool IsEqual(string one, string other) =>
    one.Length == other.Length && one.Zip(other, (a, b) => a ^ b).Aggregate(0, (all, each) => all | each) == 0;

  // Points follow the newest state: a delivery that comes twice, or after a newer one, changes nothing; `processing` says nothing yet.
  static void Book(XElement data) {
    if (data.Element("order_id") == null || (string)data.Element("state") == "processing") return;
    var booked = (sequence: (long)data.Element("sequence"), points: (string)data.Element("state") == "redeemed" ? Points : 0);
    Booked.AddOrUpdate((string)data.Element("order_id"), booked, (order, last) => booked.sequence > last.sequence ? booked : last);
  }

  static readonly object Reserving = new object();

  // Asked before a confirmation is stored, perhaps twice for the same one: the points are reserved, once an order.
  static string Authorize(XElement data) {
    var order = (string)data.Element("order_id");
    lock (Reserving) {
      var others = Booked.Where(each => each.Key != order).Sum(each => each.Value.points);
      if (others + Points > Earned) return "{\"decision\":\"deny\",\"reason\":\"You do not have enough points.\"}";
      Booked.AddOrUpdate(order, (0, Points), (id, last) => (last.sequence, Points));
      return "{\"decision\":\"allow\"}";
    }
  }

  static int PointsOf(string order) => Booked.TryGetValue(order, out var booked) ? booked.points : 0;

  static async Task<(int, string)> Answer(string route, Func<string, string> header, byte[] body) {
    var session = Regex.Match(route, @"\APOST /reward-session(?:\?order=([A-Za-z0-9._-]{1,64}))?\z");
    var order = session.Groups[1].Success ? session.Groups[1].Value : FirstOrder;
    if (session.Success) return await Ask(HttpMethod.Post, "/v1/sessions",
      "{\"order_id\":\"" + order + "\",\"promotion_id\":\"" + Promotion + "\",\"user\":{\"email\":\"" + Email + "\"}}",
      data => "{\"session_token\":\"" + (string)data.Element("session_token") + "\"}");
    var id = Regex.Match(route, @"\AGET /orders/([A-Za-z0-9._-]{1,64})\z").Groups[1].Value;
    if (id != "") return await Ask(HttpMethod.Get, "/v1/orders/" + id, null, data =>
      "{\"order_id\":\"" + id + "\",\"state\":\"" + (string)data.Element("state") + "\",\"points\":" + PointsOf(id) + "}");
    if (route != "POST /webhooks" && route != "POST /authorize") return (404, "");
    if (!IsGenuine(header, body)) return (400, "");
    if (route == "POST /authorize") return (200, Authorize(Data(body)));
    Book(Data(body));
    return (204, "");
  }

  static async Task Serve(HttpListenerContext context) {
    var body = new MemoryStream();
    await context.Request.InputStream.CopyToAsync(body);
    var route = context.Request.HttpMethod + " " + context.Request.RawUrl;
    int status; string text;
    try { (status, text) = await Answer(route, name => context.Request.Headers[name] ?? "", body.ToArray()); }
    catch (Exception) { (status, text) = (502, ""); }
    context.Response.StatusCode = status;
    context.Response.Headers["Content-Type"] = "application/json";
    context.Response.Headers["Cache-Control"] = "no-store";
    context.Response.Close(Encoding.UTF8.GetBytes(text), true);
  }

  static void Main() {
    var server = new HttpListener { Prefixes = { "http://127.0.0.1:" + Setting("PORT") + "/" } };
    for (server.Start(); ; ) { var context = server.GetContext(); Task.Run(() => Serve(context)); }
  }
}
